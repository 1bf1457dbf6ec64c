export const es = {
  or: '{some} o {last}',
  not: 'no {key}',
  from: '{key} desde {from}',
  upTo: '{key} hasta {to}',
  between: '{key} desde {from} hasta {to}',
  workingDays: '{days, plural, one {# día laborable} other {# días laborables}}',
  noneYet:
    '{what, select, claim {Asumidas} done {Resueltas}} en menos de {allowed}: {left, plural, =0 {ninguna todavía} other {# aún en plazo}}.',
  kept: '{what, select, claim {Asumidas} done {Resueltas}} en menos de {allowed}: {kept, number} de {of, number} a tiempo{late, plural, =0 {} other {, # tarde}}{left, plural, =0 {} other {; # más, aún en plazo}}.',
  half: 'La mitad tardó como mucho {p50}.',
  halfAndMost: 'La mitad tardó como mucho {p50}; el 90 %, como mucho {p90}.',
  target: 'Objetivo para {condition}',
  workingTime: 'Solo cuenta el horario laboral.',
} as const
