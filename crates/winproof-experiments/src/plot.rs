//! Plots, as SVG. Text stays text, so no fonts are needed to make them.

use std::ops::Range;

use plotters::chart::SeriesLabelPosition;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
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

/// How an axis runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal factors are equally long.
    Logarithmic,
    /// Equal differences are equally long.
    Linear,
}

/// Points that belong together.
#[derive(Clone, Debug)]
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
/// Colours that people with colour blindness can distinguish too (Okabe & Ito).
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
    /// The plot as a file, on axes that run like this.
    pub fn svg(&self, x: Scale, y: Scale) -> String {
        let mut svg = String::new();
        self.draw(SVGBackend::with_string(&mut svg, SIZE), x, y).expect("a string takes any plot");
        svg
    }

    fn draw<DB: DrawingBackend>(&self, backend: DB, across: Scale, up: Scale) -> Drawing<DB> {
        let area = backend.into_drawing_area();
        area.fill(&WHITE)?;
        let x = across.range(self.values(|point| point.0), 1.4, 1.0);
        // The legend stands in the upper corner.
        let y = up.range(self.values(|point| point.1), 2.2, 1.25);
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, (FONT, 17))
            .margin(12)
            .x_label_area_size(42)
            .y_label_area_size(58)
            .build_cartesian_2d(across.axis(&x), up.axis(&y))?;
        chart
            .configure_mesh()
            .x_desc(self.x)
            .y_desc(self.y)
            .axis_desc_style((FONT, 14))
            .label_style((FONT, 12))
            .light_line_style(LIGHT)
            .bold_line_style(LIGHT)
            .x_label_formatter(&|&at| tick(across.unmap(at)))
            .y_label_formatter(&|&at| tick(up.unmap(at)))
            .draw()?;
        for (index, series) in self.series.iter().enumerate() {
            // An empty series keeps its colour for the other plots of an experiment.
            if series.points.is_empty() {
                continue;
            }
            let colour = COLOURS[index % COLOURS.len()];
            let points = series.points.iter().map(|&(x, y)| (across.map(x), up.map(y)));
            let points: Vec<(f64, f64)> = points.collect();
            if series.line {
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

    fn values(&self, coordinate: impl Fn(&(f64, f64)) -> f64) -> Vec<f64> {
        self.series.iter().flat_map(|series| &series.points).map(coordinate).collect()
    }
}

impl Scale {
    /// Where on the axis a value is.
    fn map(self, value: f64) -> f64 {
        if self == Scale::Logarithmic { value.log10() } else { value }
    }

    /// The value at a place of the axis.
    fn unmap(self, place: f64) -> f64 {
        if self == Scale::Logarithmic { 10_f64.powf(place) } else { place }
    }

    fn axis(self, range: &Range<f64>) -> Axis {
        let ticks = self.ticks(range);
        Axis { range: self.map(range.start)..self.map(range.end), ticks }
    }

    /// The range of an axis: all values, and some room around them. At its end the greatest one is multiplied
    /// by `factor`, or what lies between the ends by `share`.
    fn range(self, values: Vec<f64>, factor: f64, share: f64) -> Range<f64> {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        match self {
            _ if values.is_empty() => 0.1..10.0,
            Scale::Logarithmic if most <= 0.0 => 0.1..10.0,
            Scale::Logarithmic => least / 1.3..most * factor,
            Scale::Linear => {
                let length = (most - least).max(1e-3);
                least - 0.03 * length..least + (share + 0.03) * length
            }
        }
    }

    /// Round values within a range, as places of the axis.
    fn ticks(self, range: &Range<f64>) -> Vec<f64> {
        let steps =
            (-9..10).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(power)));
        match self {
            Scale::Logarithmic => {
                steps.filter(|step| range.contains(step)).map(|step| self.map(step)).collect()
            }
            Scale::Linear => {
                let length = range.end - range.start;
                let step = steps.into_iter().find(|step| length / step <= 14.0).unwrap_or(length);
                let numbers = (range.start / step).ceil() as i64..=(range.end / step) as i64;
                numbers.map(|number| number as f64 * step).collect()
            }
        }
    }
}

/// An axis with its ticks.
struct Axis {
    range: Range<f64>,
    ticks: Vec<f64>,
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let share = (value - self.range.start) / (self.range.end - self.range.start);
        limit.0 + (share * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _hint: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

fn tick(value: f64) -> String {
    // 5 times the power of ten is not always the nearest number to its text.
    let text = format!("{value:.9}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
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
        let plot = Plot { title: "A title".to_string(), x: "across", y: "up", series };
        let nothing = Plot { title: String::new(), x: "", y: "", series: Vec::new() };
        for scale in [Scale::Logarithmic, Scale::Linear] {
            let svg = plot.svg(scale, scale);
            for text in
                ["<svg", "A title", "across", "up", "alpha", "beta", "gamma", "first", "0.05"]
            {
                assert!(svg.contains(text), "{text}: {svg}");
            }
            assert!(!svg.contains("NaN"));
            nothing.svg(scale, scale);
        }
    }

    #[test]
    fn ticks_are_round() {
        let shown = |scale: Scale, range| -> Vec<_> {
            scale.ticks(&range).into_iter().map(|place| tick(scale.unmap(place))).collect()
        };
        assert_eq!(
            shown(Scale::Logarithmic, 0.004..3.0),
            ["0.005", "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1", "2"]
        );
        assert_eq!(
            shown(Scale::Linear, -0.4..1.1),
            ["-0.4", "-0.2", "0", "0.2", "0.4", "0.6", "0.8", "1"]
        );
    }
}
