export const en = {
  ambiguous: '“{written}” can mean {first} or {second}.',
  unknown: "“{written}” isn't a time that Overheard understands.",
  passed: '“{written}” has passed already.',
  'too-far': '“{written}” is more than a year away.',
  'no-such-date': "“{written}” isn't a date of any calendar.",
  'ends-first': '“{written}” ends before it begins.',
} as const
