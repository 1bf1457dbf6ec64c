export const fr = {
  or: '{some} ou {last}',
  not: 'pas {key}',
  from: '{key} à partir de {from}',
  upTo: '{key} jusqu’à {to}',
  between: '{key} de {from} à {to}',
  workingDays: '{days, plural, one {# jour ouvré} other {# jours ouvrés}}',
  noneYet:
    '{what, select, claim {Prises en charge} done {Traitées}} sous {allowed} : {left, plural, =0 {aucune pour l’instant} other {# encore dans les temps}}.',
  kept: '{what, select, claim {Prises en charge} done {Traitées}} sous {allowed} : {kept, number} sur {of, number} à temps{late, plural, =0 {} other {, # en retard}}{left, plural, =0 {} one { ; # autre encore dans les temps} other { ; # autres encore dans les temps}}.',
  half: 'La moitié a pris au plus {p50}.',
  halfAndMost: 'La moitié a pris au plus {p50}, 90 % au plus {p90}.',
  target: 'Objectif pour {condition}',
  workingTime: 'Seules les heures ouvrées comptent.',
} as const
