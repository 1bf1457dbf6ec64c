export const de = {
  help: '• `changes [all] [7d]`: wer aus Slack was geändert hat, in diesem Channel oder in allen deinen',
  title: 'Änderungen aus Slack',
  damagedName: 'Änderungen aus Slack',
  damaged: 'Diese Änderungen gelten weiter, aber `/mentions changes` zeigt sie nicht.',
  everywhere: 'alle Channels',
  notUnderstood:
    'Nach /mentions changes können nur all und ein Zeitraum von höchstens {mostDays, plural, one {# Tag} other {# Tagen}} stehen, zum Beispiel 7d, nicht „{words}“.',
  none: 'Keine Änderung aus Slack {place, select, channel {in diesem Channel} channels {in deinen Channels}} {days, plural, one {in den letzten 24 Stunden} other {in den letzten # Tagen}}, soweit du sie sehen darfst.',
  headline:
    '{total, plural, one {# Änderung} other {# Änderungen}} aus Slack {place, select, channel {in diesem Channel} channels {in deinen Channels}} {days, plural, one {in den letzten 24 Stunden} other {in den letzten # Tagen}}',
  newest: 'Das sind die neuesten {shown, number}. Gib einen kürzeren Zeitraum an.',
  line: '{at} · {person} hat {what}',
  lineOfChannel: '{at} · {channel} · {person} hat {what}',
  tableTitle: 'wer was geändert hat',
  row: 'Änderung',
  rows: '{total, plural, one {# Änderung} other {# Änderungen}}',
} as const
