import { type Id, isId } from '../model/id.ts'

/** The action ids of our controls. Cards live for months, so never rename one. */
export const actionIds = {
  claim: 'mention_claim',
  done: 'mention_done',
  reopen: 'mention_reopen',
  restore: 'mention_restore',
  more: 'mention_more',
  actOnEntries: 'burst_act',
  claimNegative: 'burst_claim_negative',
  showOne: 'first_look_show_one',
  catchUp: 'catch_up',
  startFromNow: 'start_from_now',
  spikeLead: 'spike_lead',
  spikeStatus: 'spike_status',
  spikeWhy: 'spike_why',
  spikeUnclaimed: 'spike_unclaimed',
  undo: 'change_undo',
  previewForm: 'subscribe_preview',
  formMore: 'subscribe_more',
  runLine: 'run_line',
  unmute: 'mute_end',
  pause: 'subscription_pause',
  resume: 'subscription_resume',
  edit: 'subscription_edit',
  subscribe: 'subscription_new',
  homePage: 'home_page',
  homeUnmute: 'home_mute_end',
  docs: 'home_docs',
  openClaim: 'open_claim',
  openDone: 'open_done',
  openPage: 'open_page',
  openLink: 'open_link',
  digestDetails: 'digest_details',
  digestHeldBack: 'digest_held_back',
  digestEachAlert: 'digest_each_alert',
} as const

/** The subject of a control, written into its value and read back at a press. */

/** Slack's limits, in characters: a button's value, an overflow option's value. */
const longestButtonValue = 2000
const longestOptionValue = 150

/** The subject of a button. `subscription` is empty if its name was too long for the value; the message's metadata then names it. */
export type ActionTarget = { subscription: string; alert: Id; mentions: Id[] }

/** The choices behind a card's "More". */
export const cardMenuChoices = ['mute', 'release', 'not-relevant', 'why'] as const
export type CardMenuChoice = (typeof cardMenuChoices)[number]

/** A button's value. If it is too long, it leaves out the subscription, then the mentions, which the message's metadata has. */
export function buttonValue({ subscription, alert, mentions }: ActionTarget): string {
  const full = JSON.stringify([subscription, alert, ...mentions])
  if (full.length <= longestButtonValue) return full
  const short = JSON.stringify(['', alert, ...mentions])
  return short.length <= longestButtonValue ? short : JSON.stringify(['', alert])
}

/** Reads a button's value; undefined if it is not one of ours. */
export function readButtonValue(value: string): ActionTarget | undefined {
  const parts = stringsOf(value)
  if (parts === undefined) return undefined
  const [subscription, alert, ...mentions] = parts
  if (subscription === undefined || alert === undefined || ![alert, ...mentions].every(isId)) return undefined
  return { subscription, alert, mentions }
}

function stringsOf(json: string): string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(json)
    return Array.isArray(parsed) && parsed.every((part) => typeof part === 'string') ? parsed : undefined
  } catch {
    return undefined
  }
}

/** The value of a choice; undefined if the ids are longer than Slack allows. The subscription is in the message's metadata. */
export function choiceValue(choice: CardMenuChoice, mention: Id, alert: Id): string | undefined {
  const value = `${choice}:${mention}:${alert}`
  return value.length <= longestOptionValue ? value : undefined
}

/** Reads the value of a menu option; undefined if it is not one of ours. */
export function readChoiceValue(
  value: string,
): { choice: CardMenuChoice; mention: Id; alert: Id } | undefined {
  const [name, mention, alert, ...rest] = value.split(':')
  const choice = cardMenuChoices.find((known) => known === name)
  if (choice === undefined || mention === undefined || alert === undefined || rest.length > 0)
    return undefined
  return isId(mention) && isId(alert) ? { choice, mention, alert } : undefined
}
