import { doNotDisturbTexts } from '../../../src/features/do-not-disturb/messages.ts'
import type { Greatest } from '../../tools/greatest.ts'

export const greatest: Greatest = { status: [doNotDisturbTexts.notPermitted] }
