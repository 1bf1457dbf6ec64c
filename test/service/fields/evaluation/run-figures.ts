/**
 * `npm run listening:figures -- --xlm-t FOLDER --lingua FOLDER`: measures the detection of languages on texts that it was not made from, and
 * prints the figures of docs/listening.md. The folders are copies of the repositories cardiffnlp/xlm-t and pemistahl/lingua-rs, which are no
 * part of this one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isoCode, languageOf, loadDetector, unknownLanguage } from '../../../../service/fields/language.ts'

const { values } = parseArgs({
  options: { 'xlm-t': { type: 'string' }, lingua: { type: 'string' } },
})
const detect = await loadDetector()

const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
const print = (...cells: (string | number)[]) => void process.stdout.write(`${cells.join(' | ')}\n`)
const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`

const tweetLanguages = {
  ar: 'arabic',
  de: 'german',
  en: 'english',
  es: 'spanish',
  fr: 'french',
  hi: 'hindi',
  it: 'italian',
  pt: 'portuguese',
}

/** How many texts of a language are detected as such, as unknown, and as another language. */
function measureLanguage(
  what: string,
  texts: string[],
  language: string,
): { right: number; unknown: number } {
  const found = texts.map((text) => languageOf(text, undefined, detect))
  const right = found.filter((one) => one === language).length
  const unknown = found.filter((one) => one === unknownLanguage).length
  if (what !== '')
    print(
      what,
      texts.length,
      share(right, texts.length),
      share(unknown, texts.length),
      share(right, texts.length - unknown),
    )
  return { right, unknown }
}

if (values['xlm-t'] !== undefined) {
  print('tweets in', 'texts', 'right', 'unknown', 'right of those with a language')
  for (const [code, name] of Object.entries(tweetLanguages))
    measureLanguage(name, linesOf(join(values['xlm-t'], 'data/sentiment', name, 'test_text.txt')), code)
}

if (values.lingua !== undefined) {
  const folder = join(values.lingua, 'language-models')
  for (const kind of ['sentences', 'word-pairs']) {
    let [texts, right, unknown, languages] = [0, 0, 0, 0]
    for (const name of readdirSync(folder)) {
      const file = join(folder, name, 'testdata', `${kind}.txt`)
      const language = isoCode(name)
      if (!existsSync(file) || language === undefined) continue
      const lines = linesOf(file)
      // A language that the detector does not know at all is left out.
      if (
        !lines.some((line) => detect(line).language === name || isoCode(detect(line).language) === language)
      )
        continue
      const found = measureLanguage('', lines, language)
      texts += lines.length
      right += found.right
      unknown += found.unknown
      languages += 1
    }
    print(
      `${kind} in ${languages} languages`,
      texts,
      share(right, texts),
      share(unknown, texts),
      share(right, texts - unknown),
    )
  }
}
