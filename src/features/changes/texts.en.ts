export const en = {
  help: '• `changes [all] [7d]`: who changed what from Slack, in this channel or in all of yours',
  title: 'Changes from Slack',
  damagedName: 'changes from Slack',
  damaged: 'These changes stay in force, but `/mentions changes` does not show them.',
  everywhere: 'all channels',
  notUnderstood:
    '/mentions changes takes all and a time of at most {mostDays, plural, one {# day} other {# days}}, such as 7d, not “{words}”.',
  none: 'Nobody has changed anything from Slack {place, select, channel {in this channel} channels {in your channels}} in the last {days, plural, one {# day} other {# days}} (as far as you may see it).',
  headline:
    '{total, plural, one {# change} other {# changes}} from Slack {place, select, channel {in this channel} channels {in your channels}} in the last {days, plural, one {# day} other {# days}}',
  newest: 'These are the newest {shown, number}. Ask for a shorter time.',
  line: '{at} · {person} {what}',
  lineOfChannel: '{at} · {channel} · {person} {what}',
  tableTitle: 'who changed what',
  row: 'change',
  rows: '{total, plural, one {# change} other {# changes}}',
} as const
