/** Runs something in so many ms; returns how to call that off. */
export type SetTimer = (run: () => void, ms: number) => () => void
