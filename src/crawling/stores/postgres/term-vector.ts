/** The words that a row of terms is found by. They begin with the number of the job: a search meets no other job. */
export const termVector = `array_to_tsvector(string_to_array(
  job::text || ':' || replace(terms, ' ', ' ' || job::text || ':'), ' '))`
