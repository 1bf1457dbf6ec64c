export const en = {
  help: '• `export [name] [30d]`: get what was posted as a table in a direct message (CSV, or JSON if the line ends with json)',
  tableHelp: '• `export {word} [30d]`: the same with {title}',
  notUnderstood:
    "“{words}” isn't a time to export. Use at most {mostDays, plural, one {# day} other {# days}}, such as 7d.",
  running: 'Your last export is still being made.',
  nothing:
    'Nothing was posted for this in the last {days, plural, one {# day} other {# days}}, in the channels that you are in.',
  noRows:
    'There is no {unit} of the last {days, plural, one {# day} other {# days}} in the channels that you are in, as far as you may see it.',
  noDirectMessage: 'Slack opened no direct message to you, so there is no file. Try again in a minute.',
  mentions: '{total, plural, one {# mention} other {# mentions}}',
  all: '{rows} of the last {days, plural, one {# day} other {# days}}',
  newest:
    'The newest {shown, number} of {rows} of the last {days, plural, one {# day} other {# days}}: one file takes no more, so export a shorter time for the rest',
  sent: '{summary}. The file is in your direct messages with Overheard.',
  mayNotSend:
    'The Slack app may not send files. Ask an Overheard admin to give it the permission files:write ({doctor} says how).',
  unclear:
    'Slack did not answer ({reason}). If the file is not in your direct messages with Overheard, ask again.',
  later: 'Slack takes no file right now. Try again in {seconds, plural, one {# second} other {# seconds}}.',
  failed: 'Slack did not take the file ({reason}). Try again in a minute.',
} as const
