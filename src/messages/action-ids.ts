/** The names by which Slack tells which control of a message was used. Cards live for months: never rename one. */
export const actionIds = {
  claim: 'mention_claim',
  done: 'mention_done',
  more: 'mention_more',
  actOnEntries: 'burst_act',
  showOne: 'first_look_show_one',
  catchUp: 'catch_up',
  startFromNow: 'start_from_now',
  undo: 'change_undo',
  previewForm: 'subscribe_preview',
  unmute: 'mute_end',
  pause: 'subscription_pause',
  resume: 'subscription_resume',
  edit: 'subscription_edit',
  subscribe: 'subscription_new',
  homePage: 'home_page',
  homeUnmute: 'home_mute_end',
} as const
