export const en = {
  behindStops: 'a part of Overheard ({feature})',
  behind:
    'A part of Overheard ({feature}) cannot store what happened. Posts go on, and it is told again every few seconds.',
  behindAdvice: 'Look for “a feature could not store what happened” in the log, and report the error.',
} as const
