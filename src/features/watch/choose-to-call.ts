/** `unable`: away, without an active account, or without the right to see the alert. `unknown`: Slack does not say. */
export type Standing = 'here' | 'do-not-disturb' | 'unable' | 'unknown'

/** A person on the list of the watch, in the order of calls. */
export type Asked = { user: string; standing: Standing }

/**
 * Chooses who is called: the first person who is there. People with do-not-disturb are passed over; only if nobody is there, the first of them
 * is called, because a silent watch is worse. Nobody after a person of whom Slack says nothing is chosen, because the call waits for the answer.
 */
export function chooseToCall(
  asked: readonly Asked[],
): { user: string; passedOver: string[]; isDisturbed: boolean } | 'unknown' | undefined {
  const disturbed: string[] = []
  for (const { user, standing } of asked) {
    if (standing === 'unknown') return 'unknown'
    if (standing === 'here') return { user, passedOver: disturbed, isDisturbed: false }
    if (standing === 'do-not-disturb') disturbed.push(user)
  }
  const [first] = disturbed
  return first === undefined ? undefined : { user: first, passedOver: [], isDisturbed: true }
}
