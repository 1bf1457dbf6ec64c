export const fr = {
  help: '• `changes [all] [7d]` : qui a modifié quoi depuis Slack, dans ce canal ou dans tous les vôtres',
  title: 'Changements faits depuis Slack',
  damagedName: 'changements faits depuis Slack',
  damaged: 'Ces changements restent en vigueur, mais `/mentions changes` ne les montre pas.',
  everywhere: 'tous les canaux',
  notUnderstood:
    '/mentions changes prend all et une durée d’au plus {mostDays, plural, one {# jour} other {# jours}}, comme 7d, mais pas « {words} ».',
  none: 'Aucun changement que vous puissiez voir n’a été fait depuis Slack {place, select, channel {dans ce canal} channels {dans vos canaux}} {days, plural, one {ces dernières 24 heures} other {ces # derniers jours}}.',
  headline:
    '{total, plural, one {# changement fait} other {# changements faits}} depuis Slack {place, select, channel {dans ce canal} channels {dans vos canaux}} {days, plural, one {ces dernières 24 heures} other {ces # derniers jours}}',
  newest: 'Seuls les {shown, number} plus récents sont affichés. Demandez une durée plus courte.',
  line: '{at} · {person} a {what}',
  lineOfChannel: '{at} · {channel} · {person} a {what}',
  tableTitle: 'qui a modifié quoi',
  row: 'changement',
  rows: '{total, plural, one {# changement} other {# changements}}',
} as const
