/**
 * The mean F1 of pages (second) by the F1 that the scores of their blocks let expect (first). Measured out of fold by
 * `npm run bench -- confidence`. Linear between the points.
 */
export const calibration: ReadonlyArray<readonly [expected: number, f1: number]> = [
  [0.337, 0.582],
  [0.612, 0.664],
  [0.727, 0.755],
  [0.802, 0.821],
  [0.849, 0.849],
  [0.888, 0.905],
  [0.916, 0.905],
  [0.937, 0.94],
  [0.956, 0.961],
  [0.973, 0.971],
  [0.982, 0.978],
  [0.986, 0.985],
  [0.992, 0.995]
]
