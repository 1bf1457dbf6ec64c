/** A card whose mention cannot be had any more: what stands there stays, and only what people made of it changes. */
import type { Block, Content } from '../../model/message.ts'
import { context, plainText } from '../block-kit.ts'
import { ellipsize, escapeMrkdwn, longestText } from '../text.ts'
import { type CardState, stateWords } from './state.ts'
import { stateParts } from './where-line.ts'

/** By this the line of ours is found again at the next change. */
const stateBlockId = 'overheard-care'

/** The message with its state in a line of its own. `actions`: the buttons that belong to the state; none where absent. */
export function cardWithoutMention(shown: Content, state: CardState, actions: Block | undefined): Content {
  const body = shown.blocks.filter(({ type, block_id }) => type !== 'actions' && block_id !== stateBlockId)
  const stateElements = stateParts(state)
  const line = stateElements.length === 0 ? context(plainText('Open')) : context(...stateElements)
  const stateText = escapeMrkdwn(stateWords(state))
  const rest = shown.text.replace(
    /^(Up again, [^·\n]{0,60} · )?(?:Claimed|✓ Done|Not relevant), [^·\n]{0,60} · /u,
    '$1',
  )
  return {
    text: ellipsize(stateText === '' ? rest : `${stateText} · ${rest}`, longestText),
    blocks: [...body, { ...line, block_id: stateBlockId }, ...(actions === undefined ? [] : [actions])],
  }
}
