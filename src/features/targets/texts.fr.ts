export const fr = {
  or: '{some} ou {last}',
  not: 'pas {key}',
  from: '{key} à partir de {from}',
  upTo: '{key} jusqu’à {to}',
  between: '{key} de {from} à {to}',
  workingDays: '{days, plural, one {# jour ouvré} other {# jours ouvrés}}',
  noneYet: '{what, select, claim {prises en charge} done {traitées}} sous {allowed} : aucune pour l’instant',
  noneYetButLeft:
    '{what, select, claim {prises en charge} done {traitées}} sous {allowed} : aucune pour l’instant, {left, plural, one {# encore dans les temps} other {# encore dans les temps}}',
  kept: '{what, select, claim {prises en charge} done {traitées}} sous {allowed} : {kept, number} sur {of, number} (p50 {p50}, p90 {p90})',
  keptAndLeft:
    '{what, select, claim {prises en charge} done {traitées}} sous {allowed} : {kept, number} sur {of, number} (p50 {p50}, p90 {p90}), {left, plural, one {# encore dans les temps} other {# encore dans les temps}}',
  notYet: 'pas encore',
  target: 'Objectif pour {condition} : {figures}.',
  workingTime: 'Les durées sont comptées en heures ouvrées.',
} as const
