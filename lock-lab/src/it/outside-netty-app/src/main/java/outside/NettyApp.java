package outside;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lockspi.LockService;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.locks.Lock;

/** Arguments: the address of a Redis for Lettuce, then the URIs of locks. */
public class NettyApp {
    public static void main(String[] args) throws Exception {
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        RedisClient lettuce = RedisClient.create(args[0]);
        try (StatefulRedisConnection<String, String> connection = lettuce.connect()) {
            InetSocketAddress echo = startEcho(loops);
            for (String uri : List.of(args).subList(1, args.length)) {
                try (LockService locks = LockService.open(uri)) {
                    Lock lock = locks.getLock("outside");
                    lock.lock();
                    try {
                        connection.sync().set("last", locks.getAlgorithm());
                        System.out.println(
                                "locked by " + connection.sync().get("last") + ", echo says " + (char) ask(echo));
                    } finally {
                        lock.unlock();
                    }
                }
            }
        } finally {
            lettuce.shutdown();
            loops.shutdownGracefully();
        }
    }

    private static InetSocketAddress startEcho(EventLoopGroup loops) throws InterruptedException {
        ChannelInboundHandlerAdapter handler = new ChannelInboundHandlerAdapter() {
            @Override
            public boolean isSharable() {
                return true;
            }

            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                context.writeAndFlush(message);
            }
        };
        return (InetSocketAddress) new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(handler)
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel()
                .localAddress();
    }

    private static int ask(InetSocketAddress echo) throws Exception {
        try (Socket socket = new Socket(echo.getAddress(), echo.getPort())) {
            socket.getOutputStream().write('y');
            return socket.getInputStream().read();
        }
    }
}
