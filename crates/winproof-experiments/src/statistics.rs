//! Summaries of samples.

/// A sample in increasing order.
#[derive(Clone, Debug, Default)]
pub struct Sample(Vec<f64>);

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Sample {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        Sample(values)
    }
}

impl Sample {
    /// How many values there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The mean; not a number if there are no values.
    pub fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    /// The value below which this share of the sample lies, interpolated between neighbours if necessary.
    pub fn quantile(&self, share: f64) -> f64 {
        let Some(last) = self.0.len().checked_sub(1) else { return f64::NAN };
        let place = share * last as f64;
        let (low, high) = (self.0[place.floor() as usize], self.0[place.ceil() as usize]);
        if low == high { low } else { low + (high - low) * place.fract() }
    }

    /// The median.
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_of_a_known_sample() {
        let sample: Sample = [4.0, 1.0, 3.0, 2.0].into_iter().collect();
        assert_eq!((sample.len(), sample.mean(), sample.median()), (4, 2.5, 2.5));
        assert_eq!(
            (sample.quantile(0.0), sample.quantile(0.25), sample.quantile(1.0)),
            (1.0, 1.75, 4.0)
        );
        assert!(Sample::default().mean().is_nan() && Sample::default().median().is_nan());
    }

    #[test]
    fn infinite_values_stay_at_the_end() {
        let sample: Sample = [f64::INFINITY, 1.0, f64::INFINITY].into_iter().collect();
        assert_eq!(sample.median(), f64::INFINITY);
        assert_eq!(sample.quantile(0.0), 1.0);
    }
}
