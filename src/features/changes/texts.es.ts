export const es = {
  help: '• `changes [all] [7d]`: quién cambió qué desde Slack, en este canal o en todos los tuyos',
  title: 'Cambios desde Slack',
  damagedName: 'cambios desde Slack',
  damaged: 'Estos cambios siguen vigentes, pero `/mentions changes` no los muestra.',
  everywhere: 'todos los canales',
  notUnderstood:
    '/mentions changes admite all y un periodo de {mostDays, plural, one {# día} other {# días}} como máximo, como 7d, pero no “{words}”.',
  none: 'Ningún cambio desde Slack que puedas ver {place, select, channel {en este canal} channels {en tus canales}} en {days, plural, one {el último día} other {los últimos # días}}.',
  headline:
    '{total, plural, one {# cambio} other {# cambios}} desde Slack {place, select, channel {en este canal} channels {en tus canales}} en {days, plural, one {el último día} other {los últimos # días}}',
  newest: 'Se muestran los más recientes: {shown, number}. Pide un periodo más corto.',
  line: '{at} · {person}: {what}',
  lineOfChannel: '{at} · {channel} · {person}: {what}',
  tableTitle: 'quién cambió qué',
  row: 'cambio',
  rows: '{total, plural, one {# cambio} other {# cambios}}',
} as const
