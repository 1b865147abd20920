interface CacheOptions {
  readonly max_age_seconds?: number
  readonly since?: string
  readonly use_cache?: boolean
}

/** The fault of `max_age_seconds` if another option says the opposite. */
export const contradiction = ({ max_age_seconds, since, use_cache }: CacheOptions): string | undefined => {
  if (max_age_seconds === undefined) return undefined
  if (max_age_seconds > 0 && use_cache === false) {
    return "contradicts use_cache false, which is 0; leave one of them out"
  }
  if (max_age_seconds === 0 && use_cache === true) return "0 contradicts use_cache true; leave one of them out"
  return max_age_seconds > 0 && since !== undefined
    ? "contradicts since, which asks the site for every page; leave one of them out"
    : undefined
}
