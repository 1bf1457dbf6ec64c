import { afinn } from './afinn.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { pt } from './pt.ts'
import type { Words } from './words.ts'

const own: Record<string, Words> = { de, en, es, fr, it, pt }

/** By language: the words that are written by hand, and those of AFINN. */
export const words = Object.entries(own).map(([language, written]) => ({
  ...{ language, written, made: afinn[language] ?? [] },
}))
