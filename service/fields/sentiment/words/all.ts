import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { pt } from './pt.ts'
import type { Words } from './words.ts'

export const words: Record<string, Words> = { de, en, es, fr, it, pt }
