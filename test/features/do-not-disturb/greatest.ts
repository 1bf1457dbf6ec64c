import { en } from '../../../src/features/do-not-disturb/texts.en.ts'
import type { Greatest } from '../../tools/greatest.ts'

export const greatest: Greatest = { status: [en.notPermitted] }
