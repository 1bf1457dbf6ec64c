export const en = {
  help: '• `duty`, `duty swap [@person]`: who is on duty for urgent mentions, and pass that on for a day',
  shortHelp: '*See who is told about urgent mentions*: `/mentions duty`',
  damagedName: 'swaps of the duty',
  damaged: 'The person is on duty whose turn it is by the configuration.',
  claim: 'Claim',
  snooze: 'Snooze…',
  openMessage: 'Show in channel',
  nobodyCalled:
    'Nobody on duty could be notified. {count, plural, one {Claim it} other {Claim them}}, or find somebody who can.',
  called:
    '{person} was notified first, but has not answered. {count, plural, one {Claim it} other {Claim them}}, or find somebody who can.',
  calledButDisturbed:
    '{person} is on duty, but has paused notifications in Slack. {count, plural, one {Claim it} other {Claim them}}, or find somebody who can.',
  youAreDisturbed:
    'You have paused notifications in Slack, but nobody else on duty can be notified now. {count, plural, one {Claim it} other {Claim them}}, or find somebody who can.',
  onDuty: 'You are on duty. {count, plural, one {Claim it} other {Claim them}}, or find somebody who can.',
  passedOver:
    '{people} {others, plural, one {has} other {have}} paused notifications in Slack, so you are notified instead. {count, plural, one {Claim it} other {Claim them}}, or find somebody who can.',
  more: '{count, number} more',
  unclaimed: 'Nobody has claimed this for {time}',
  unclaimedMentions:
    'Nobody has claimed {count, plural, one {# urgent mention} other {# urgent mentions}} for {time}',
  onWatch: '{person} is on duty until {until}',
  onWatchNow: '{person} is on duty until {until}.',
  onWatchThen: '{person} is on duty until {until}. Then {next}.',
  about:
    'If nobody claims an urgent mention in time, this person gets a direct message. After the same time again, the people of the subscription are told in the channel.',
  handOnForADay: 'Pass on for a day',
  handedToYou: '{person} passed the duty to you until {until}.',
  aboutYou:
    'If nobody claims an urgent mention in time, you get a direct message. /mentions duty shows who is on duty.',
  swapQuestion:
    '{person} is then on duty for a day, gets a direct message about it, and is told if nobody claims an urgent mention. Pass the duty on?',
  handOn: 'Pass the duty on',
  handedOn: 'passed the duty to {person} until {until}',
  swapUndone: 'The duty is as before.',
  nobodyReachable: 'Nobody on the list can be told: Slack has no active account of them.',
  unreachable: '{person} is on duty but has no active Slack account. {instead} is told instead.',
  correctList:
    'Correct the list `onDuty.users` in the configuration file and reload Overheard, or pass the duty on: /mentions duty swap.',
  stopped: 'the duty',
  notUnderstood: '/mentions duty takes nothing, or swap and a person, not “{words}”.',
  none: 'Nobody is on duty, because the configuration file does not set “onDuty”.',
  alone: 'There is nobody else on the list. Name a person: /mentions duty swap @NAME',
  already: 'This person is on duty already.',
  away: 'This person is away. Choose another person.',
  unknown: 'Slack does not answer who this person is right now. Try again in a minute.',
  'not-callable': 'Only full members of this workspace can be on duty. Choose another person.',
} as const
