export const de = {
  ambiguous: '„{written}“ kann {first} oder {second} bedeuten.',
  unknown: '„{written}“ ist keine Zeitangabe, die Overheard versteht.',
  passed: '„{written}“ ist schon vorbei.',
  'too-far': '„{written}“ ist mehr als ein Jahr entfernt.',
  'no-such-date': 'Das Datum „{written}“ gibt es nicht.',
  'ends-first': '„{written}“ endet, bevor es beginnt.',
} as const
