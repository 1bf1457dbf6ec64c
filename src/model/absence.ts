/** Why a person is passed over: they said that they are away, or Slack disturbs them with no notification now. */
type AbsenceReason = 'away' | 'do-not-disturb'

/** People get work, such as a turn or a mention, and calls, which disturb them at once. */
type Occasion = 'work' | 'call'

/** Returns why a person is passed over now; undefined if the person is there. Rejects if the store fails. */
export type AbsenceOf = (user: string, occasion: Occasion) => Promise<AbsenceReason | undefined>
