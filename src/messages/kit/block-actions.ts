import { type Id, isId } from '../../model/id.ts'

/** Never rename an action id, because cards stay in Slack for months. */
export const actionIds = {
  claim: 'mention_claim',
  done: 'mention_done',
  reopen: 'mention_reopen',
  restore: 'mention_restore',
  release: 'mention_release',
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
  spikeMenu: 'spike_menu',
  undo: 'change_undo',
  previewForm: 'subscribe_preview',
  formMore: 'subscribe_more',
  runLine: 'run_line',
  unmute: 'mute_end',
  alertMenu: 'alert_menu',
  listPause: 'list_pause',
  listResume: 'list_resume',
  allChannels: 'home_channels',
  help: 'help_more',
  subscribe: 'subscription_new',
  homePage: 'home_page',
  homeUnmute: 'home_mute_end',
  docs: 'home_docs',
  openClaim: 'open_claim',
  openDone: 'open_done',
  openRelease: 'open_release',
  openPage: 'open_page',
  openLink: 'open_link',
  openSnooze: 'open_snooze',
  reminderDone: 'reminder_done',
  reminderClaim: 'reminder_claim',
  reminderSnooze: 'reminder_snooze',
  reminderLink: 'reminder_link',
  digestDetails: 'digest_details',
  digestHeldBack: 'digest_held_back',
  digestEachAlert: 'digest_each_alert',
  /** A link in **More…** has its number behind this id. */
  prefilledPage: 'mention_page',
  why: 'mention_why',
  listenHere: 'listen_here',
  listeningMenu: 'listening_menu',
} as const

export const cardMenuChoices = [
  'assign',
  'snooze',
  'mute',
  'release',
  'not-relevant',
  'why',
  'more',
  'ticket',
] as const
export type CardMenuChoice = (typeof cardMenuChoices)[number]

export function choiceValue(choice: CardMenuChoice, mention: Id): string {
  return `${choice}:${mention}`
}

export function readChoiceValue(value: string): { choice: CardMenuChoice; mention: Id } | undefined {
  const [name, mention, ...rest] = value.split(':')
  const choice = cardMenuChoices.find((known) => known === name)
  if (choice === undefined || mention === undefined || rest.length > 0) return undefined
  return isId(mention) ? { choice, mention } : undefined
}
