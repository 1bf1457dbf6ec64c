/** Clocks of machines, and of a machine and its database, agree to this, in ms: so much early is in time. */
export const agreement = 500

/** Whether a row of the table of what is due is due by now. */
export const isDue = `next_at <= overheard.now_ms() + ${agreement}`
