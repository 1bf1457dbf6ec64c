import { onWatchSentence } from '../../../src/features/watch/messages.ts'
import { context } from '../../../src/messages/kit/block-kit.ts'
import { sentenceAsContext } from '../../../src/messages/kit/dates.ts'
import type { Greatest } from '../../tools/greatest.ts'

const sentence = onWatchSentence({ name: 'M'.repeat(5000), until: Date.UTC(2026, 11, 28, 12) })

export const greatest: Greatest = { home: [[context(...sentenceAsContext(sentence))]], status: sentence }
