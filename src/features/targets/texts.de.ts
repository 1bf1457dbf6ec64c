export const de = {
  or: '{some} oder {last}',
  not: 'nicht {key}',
  from: '{key} ab {from}',
  upTo: '{key} bis {to}',
  between: '{key} von {from} bis {to}',
  workingDays: '{days, plural, one {# Arbeitstag} other {# Arbeitstagen}}',
  noneYet:
    '{what, select, claim {Übernommen} done {Erledigt}} innerhalb von {allowed}: {left, plural, =0 {noch keine} one {# hat noch Zeit} other {# haben noch Zeit}}.',
  kept: '{what, select, claim {Übernommen} done {Erledigt}} innerhalb von {allowed}: {kept, number} von {of, number} rechtzeitig{late, plural, =0 {} other {, # zu spät}}{left, plural, =0 {} one {; # weitere hat noch Zeit} other {; # weitere haben noch Zeit}}.',
  half: 'Die Hälfte davon dauerte höchstens {p50}.',
  halfAndMost: 'Die Hälfte davon dauerte höchstens {p50}, 90 % höchstens {p90}.',
  target: 'Ziel für {condition}',
  workingTime: 'Es zählt nur die Arbeitszeit.',
} as const
