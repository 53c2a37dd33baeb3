//! Evaluations that are made once and used by many.

use super::Terms;
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// An evaluation that somebody may still use, and its weights.
struct Made {
    weights: Terms,
    evaluation: Weak<dyn Any + Send + Sync>,
}

static MADE: Mutex<Vec<Made>> = Mutex::new(Vec::new());

/// The evaluation of type `T` with these weights. It is made by `make` unless somebody uses it already.
pub fn shared<T: Any + Send + Sync>(weights: Terms, make: impl FnOnce(&Terms) -> T) -> Arc<T> {
    // A panic in `make` leaves the list as it was.
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    made.retain(|made| made.evaluation.strong_count() > 0);
    let mut known = made.iter().filter(|made| made.weights == weights);
    if let Some(evaluation) = known.find_map(|made| made.evaluation.upgrade()?.downcast().ok()) {
        return evaluation;
    }
    let evaluation = Arc::new(make(&weights));
    let weak = Arc::downgrade(&evaluation) as Weak<dyn Any + Send + Sync>;
    made.push(Made { weights, evaluation: weak });
    evaluation
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Layout, Taper};

    #[test]
    fn equal_weights_share_an_evaluation() {
        struct Sum(i32);
        struct Other;
        let layout = Layout { about: "", keys: Vec::new(), terms: 1 };
        let weights = |weight| {
            let mut terms = Terms::zero(&layout);
            terms.set(0, Taper::both(weight));
            terms
        };
        let get = |weight| shared(weights(weight), |terms| Sum(terms.get(0).middle));
        let (one, two, again) = (get(1_234_567), get(2_345_678), get(1_234_567));
        assert_eq!((one.0, two.0), (1_234_567, 2_345_678));
        assert!(Arc::ptr_eq(&one, &again) && !Arc::ptr_eq(&one, &two));
        // Another evaluation with the same weights is another evaluation.
        shared(weights(1_234_567), |_| Other);
        assert_eq!((Arc::strong_count(&one), get(1_234_567).0), (2, 1_234_567));
        // What nobody uses any more is made anew.
        drop((one, again));
        assert_eq!(shared(weights(1_234_567), |_| Sum(5)).0, 5);
    }
}
