//! Plots on logarithmic axes, as SVG. Text stays text, so no fonts are needed to make them.

use std::ops::Range;

use plotters::chart::SeriesLabelPosition;
use plotters::coord::combinators::{BindKeyPoints, IntoLogRange};
use plotters::element::{EmptyElement, Polygon, Text};
use plotters::prelude::*;

/// A plot.
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// What the horizontal axis means.
    pub x: &'static str,
    /// What the vertical axis means.
    pub y: &'static str,
    /// What is drawn.
    pub series: Vec<Series>,
}

/// Points that belong together.
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Where the points are.
    pub points: Vec<(f64, f64)>,
    /// What is written beside them; may be shorter than the list of points.
    pub labels: Vec<String>,
    /// Whether a line leads from one point to the next.
    pub line: bool,
}

type Drawing<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

const SIZE: (u32, u32) = (760, 520);
const FONT: &str = "sans-serif";
const LIGHT: RGBColor = RGBColor(225, 225, 225);
/// Told apart by people who see colours differently as well (Okabe & Ito).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(60, 60, 60),
];

/// What marks a point, in pixels around it: the plot can be read without colours too.
const SHAPES: [&[(i32, i32)]; 4] = [
    &[(-2, -4), (2, -4), (4, -2), (4, 2), (2, 4), (-2, 4), (-4, 2), (-4, -2)],
    &[(0, -5), (5, 4), (-5, 4)],
    &[(0, -5), (5, 0), (0, 5), (-5, 0)],
    &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
];

impl Plot {
    /// The plot as a file.
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        self.draw(SVGBackend::with_string(&mut svg, SIZE)).expect("a string takes any plot");
        svg
    }

    fn draw<DB: DrawingBackend>(&self, backend: DB) -> Drawing<DB> {
        let area = backend.into_drawing_area();
        area.fill(&WHITE)?;
        let x = self.range(|point| point.0, 1.4);
        // The legend stands in the upper corner.
        let y = self.range(|point| point.1, 2.2);
        let (x_ticks, y_ticks) = (ticks(&x), ticks(&y));
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, (FONT, 17))
            .margin(12)
            .x_label_area_size(42)
            .y_label_area_size(58)
            .build_cartesian_2d(
                x.log_scale().with_key_points(x_ticks),
                y.log_scale().with_key_points(y_ticks),
            )?;
        chart
            .configure_mesh()
            .x_desc(self.x)
            .y_desc(self.y)
            .axis_desc_style((FONT, 14))
            .label_style((FONT, 12))
            .light_line_style(LIGHT)
            .bold_line_style(LIGHT)
            .x_label_formatter(&tick)
            .y_label_formatter(&tick)
            .draw()?;
        for (index, series) in self.series.iter().enumerate() {
            // An empty series keeps its colour for the other plots of an experiment.
            if series.points.is_empty() {
                continue;
            }
            let colour = COLOURS[index % COLOURS.len()];
            let (points, line) = (&series.points, series.line);
            if line {
                chart.draw_series(LineSeries::new(points.iter().copied(), colour))?;
            }
            let style = (FONT, 11).into_font().color(&colour);
            let labels = points.iter().zip(&series.labels).map(|(&at, label)| {
                EmptyElement::at(at) + Text::new(label.clone(), (7, -14), style.clone())
            });
            chart.draw_series(labels)?;
            let shape = move || Polygon::new(SHAPES[index % SHAPES.len()], colour);
            chart
                .draw_series(points.iter().map(|&at| EmptyElement::at(at) + shape()))?
                .label(&series.name)
                .legend(move |(x, y)| EmptyElement::at((x + 11, y)) + shape());
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.85))
            .border_style(LIGHT)
            .label_font((FONT, 12))
            .draw()?;
        area.present()
    }

    /// The range of an axis: all points, and some room around them, at its end this factor.
    fn range(&self, coordinate: impl Fn(&(f64, f64)) -> f64, room: f64) -> Range<f64> {
        let values = self.series.iter().flat_map(|series| &series.points).map(coordinate);
        let (least, most) = values
            .fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        if most == 0.0 { 0.1..10.0 } else { least / 1.3..most * room }
    }
}

/// 1, 2 and 5 times the powers of ten within a range.
fn ticks(range: &Range<f64>) -> Vec<f64> {
    let powers = -9..10;
    let steps = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(power)));
    steps.filter(|step| range.contains(step)).collect()
}

fn tick(value: &f64) -> String {
    // 5 times the power of ten is not always the nearest number to its text.
    let text = format!("{value:.9}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_names_all_it_shows() {
        let series = |name: &str, line| Series {
            name: name.to_string(),
            points: vec![(0.05, 1.0), (0.4, 3.0)],
            labels: vec!["first".to_string()],
            line,
        };
        let series = vec![series("alpha", true), series("beta", false), series("gamma", true)];
        let svg = Plot { title: "A title".to_string(), x: "across", y: "up", series }.svg();
        for text in ["<svg", "A title", "across", "up", "alpha", "beta", "gamma", "first", "0.05"] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
        assert!(!svg.contains("NaN"));
        Plot { title: String::new(), x: "", y: "", series: Vec::new() }.svg();
    }

    #[test]
    fn ticks_are_round() {
        let shown: Vec<_> = ticks(&(0.004..3.0)).iter().map(tick).collect();
        assert_eq!(shown, ["0.005", "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1", "2"]);
    }
}
