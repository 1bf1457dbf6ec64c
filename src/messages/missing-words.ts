import type { MissingReason } from '../model/failure.ts'
import { say } from './say.ts'

/** Returns half a sentence, short enough for brackets. */
export const missingWords = (reason: MissingReason): string => say[reason]()
