export const en = {
  help: '• `open`, `open mine`: what nobody has finished yet, most urgent first',
  shortHelp: '*See what nobody has answered yet*: `/mentions open`',
  notUnderstood: '/mentions open takes nothing or the word mine, not “{words}”.',
  nothing:
    '{scope, select, channel {Nothing is open in this channel.} mine {Nothing is open with you.} home {Nothing waits for an answer in your channels. New mentions appear here until somebody has them.}}',
  count:
    '{count, plural, one {# open mention} other {# open mentions}} {scope, select, channel {in this channel} mine {with you} home {in your channels}}',
  mostUrgentFirst: '{count}, most urgent first',
  mostUrgentFirstOnPages: '{count}, most urgent first · page {page, number} of {pages, number}',
  back: 'Back',
  more: 'More',
  directMessages: 'direct messages',
  claim: 'Claim',
  done: 'Done',
  giveBack: 'Release',
  snooze: 'Snooze…',
  openMessage: 'Show in channel',
  nothingIsOpen: 'Nothing is open',
  nothingWaits:
    'Nothing waits for an answer. New mentions appear here until somebody has them.{others, plural, =0 {} one { Colleagues are answering # mention: /mentions open in a channel lists them.} other { Colleagues are answering # mentions: /mentions open in a channel lists them.}}',
  needAnswers: 'Needs an answer ({count, number})',
  negative:
    '{negative, plural, =0 {None is negative.} other {# negative, which come first.}}{others, plural, =0 {} one { Colleagues are answering # mention: /mentions open in a channel lists them.} other { Colleagues are answering # mentions: /mentions open in a channel lists them.}}',
  yours: 'Yours ({count, number})',
} as const
