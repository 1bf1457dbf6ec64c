export const en = {
  or: '{some} or {last}',
  not: 'not {key}',
  from: '{key} from {from}',
  upTo: '{key} up to {to}',
  between: '{key} from {from} up to {to}',
  workingDays: '{days, plural, one {# working day} other {# working days}}',
  noneYet:
    '{what, select, claim {Claimed} done {Done}} within {allowed}: {left, plural, =0 {no mention yet} one {# still has time} other {# still have time}}.',
  kept: '{what, select, claim {Claimed} done {Done}} within {allowed}: {kept, number} of {of, number} in time{late, plural, =0 {} other {, # late}}{left, plural, =0 {} one {; # more still has time} other {; # more still have time}}.',
  half: 'Half of them took at most {p50}.',
  halfAndMost: 'Half of them took at most {p50}, 90% at most {p90}.',
  target: 'Target for {condition}',
  workingTime: 'Only working hours count.',
} as const
