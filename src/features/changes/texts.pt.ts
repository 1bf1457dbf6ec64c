export const pt = {
  help: '• `changes [all] [7d]`: quem mudou o quê pelo Slack, neste canal ou em todos os seus',
  title: 'Mudanças pelo Slack',
  damagedName: 'mudanças pelo Slack',
  damaged: 'Estas mudanças continuam valendo, mas `/mentions changes` não as mostra.',
  everywhere: 'todos os canais',
  notUnderstood:
    '/mentions changes aceita all e um período de no máximo {mostDays, plural, one {# dia} other {# dias}}, como 7d, e não “{words}”.',
  none: 'Nenhuma mudança feita pelo Slack que você possa ver {place, select, channel {neste canal} channels {nos seus canais}} {days, plural, one {nas últimas 24 horas} other {nos últimos # dias}}.',
  headline:
    '{total, plural, one {# mudança feita} other {# mudanças feitas}} pelo Slack {place, select, channel {neste canal} channels {nos seus canais}} {days, plural, one {nas últimas 24 horas} other {nos últimos # dias}}',
  newest: 'Estas são as {shown, number} mais recentes. Peça um período mais curto.',
  line: '{at} · {person} {what}',
  lineOfChannel: '{at} · {channel} · {person} {what}',
  tableTitle: 'quem mudou o quê',
  row: 'mudança',
  rows: '{total, plural, one {# mudança} other {# mudanças}}',
} as const
