import { ownAbsence } from '../../../src/features/away/messages.ts'
import { context } from '../../../src/messages/kit/block-kit.ts'
import { sentenceAsContext } from '../../../src/messages/kit/dates.ts'
import type { Greatest } from '../../tools/greatest.ts'

const now = Date.UTC(2026, 10, 23)
const day = 86_400_000

export const greatest: Greatest = {
  home: [[context(...sentenceAsContext(ownAbsence({ from: now + day, until: now + 365 * day }, now)))]],
}
