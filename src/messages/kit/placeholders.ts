import { closestWord } from '@overheard/base/name'

/** Splits a template: every second text is the name of a placeholder. */
export const splitTemplate = (written: string): string[] => written.split(/\{([^{}]*)\}/)

export const namesIn = (written: string): string[] =>
  splitTemplate(written).filter((_, index) => index % 2 === 1)

/** Returns an error for each name in braces that is none of the known placeholders. */
export function unknownPlaceholders(written: string, known: readonly string[]): string[] {
  return [...new Set(namesIn(written))]
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = closestWord(name, [...known])
      const all = known.map((one) => `{${one}}`).join(' ')
      return `unknown placeholder {${name}}; ${meant === undefined ? `known placeholders: ${all}` : `did you mean {${meant}}? Known placeholders: ${all}`}`
    })
}
