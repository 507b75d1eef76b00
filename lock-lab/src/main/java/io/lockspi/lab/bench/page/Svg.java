package io.lockspi.lab.bench.page;

import java.io.IOException;
import java.io.StringWriter;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.internal.chartpart.Chart;
import org.w3c.dom.Document;

/** Writes a chart as SVG. */
final class Svg {
    /** Of coordinates: a tenth of a pixel is enough, and text is drawn as outlines, which have many. */
    private static final int DECIMALS = 1;

    private static final Pattern DOCTYPE = Pattern.compile("<!DOCTYPE[^>]*>\\s*");

    private Svg() {}

    static String of(Chart<?, ?> chart) {
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(newDocument());
        context.setPrecision(DECIMALS);
        SVGGraphics2D graphics = new SVGGraphics2D(context, false);
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        StringWriter text = new StringWriter();
        try {
            graphics.stream(text, true);
        } catch (IOException impossible) {
            throw new IllegalStateException("A picture cannot be written into memory", impossible);
        }
        // Without a size of its own a page would stretch it, and readers need not fetch a DTD.
        return DOCTYPE.matcher(text.toString())
                .replaceFirst("")
                .replaceFirst("<svg ", "<svg width=\"" + chart.getWidth() + "\" height=\"" + chart.getHeight() + "\" ");
    }

    private static Document newDocument() {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument("http://www.w3.org/2000/svg", "svg", null);
        } catch (ParserConfigurationException impossible) {
            throw new IllegalStateException("This JDK cannot make XML documents", impossible);
        }
    }
}
