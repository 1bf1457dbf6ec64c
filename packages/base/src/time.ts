/**
 * Numbers with a unit. Plain numbers, such as the results of arithmetic, fit into both; a time does not fit where a duration is expected,
 * nor the other way round.
 */
type WithUnit<Unit extends string> = number & { readonly unit?: Unit }

/** A point in time: milliseconds since the start of 1970, UTC. */
export type Time = WithUnit<'time'>

/** A duration in milliseconds. */
export type Ms = WithUnit<'ms'>
