import { isRecord } from '../json.ts'
import { chart } from './chart.ts'
import { actions, divider, header, input, picture, section, small } from './layout.ts'
import { richText } from './rich-text.ts'
import { byType, list, type Problem, problem, type Rule } from './rule.ts'

/** Where blocks can stand. */
type Surface = 'message' | 'modal' | 'home'

/** Every type of block that can stand everywhere. */
const everywhere: Record<string, Rule> = {
  section,
  header,
  divider,
  context: small,
  actions,
  image: picture,
  rich_text: richText,
  input,
}

const inMessages = byType({ ...everywhere, data_visualization: chart })
const inViews = byType(everywhere)

/** Slack's API refuses a third chart in a message (seen in trials; its reference does not say so). */
const mostCharts = 2

/** Checks a list of blocks: 50 in a message, 100 in a view; block ids differ; action ids differ within a block. */
export function checkBlocks(blocks: unknown, surface: Surface, pointer = '/blocks'): Problem[] {
  const inMessage = surface === 'message'
  const problems = list(inMessage ? inMessages : inViews, inMessage ? 50 : 100, 0)(blocks, pointer)
  return problems.length > 0 ? problems : checkTogether(blocks, pointer)
}

function checkTogether(blocks: unknown, pointer: string): Problem[] {
  const records = Array.isArray(blocks) ? blocks.filter(isRecord) : []
  return [
    ...repeated(records, 'block_id', pointer),
    ...records.flatMap((block, index) => repeatedActions(block, `${pointer}/${index}/elements`)),
    ...tooManyCharts(records, pointer),
  ]
}

function repeatedActions(block: Record<string, unknown>, pointer: string): Problem[] {
  const elements = block.type === 'actions' && Array.isArray(block.elements) ? block.elements : []
  return repeated(elements.filter(isRecord), 'action_id', pointer)
}

function repeated(records: Record<string, unknown>[], key: string, pointer: string): Problem[] {
  const seen = new Set<unknown>()
  return records.flatMap((record, index) => {
    const value = record[key]
    const isRepeated = value !== undefined && seen.has(value)
    seen.add(value)
    return isRepeated ? problem(`${pointer}/${index}/${key}`, 'duplicate', `\`${key}\` must be unique`) : []
  })
}

function tooManyCharts(records: Record<string, unknown>[], pointer: string): Problem[] {
  const charts = records.filter((block) => block.type === 'data_visualization')
  const message = `no more than ${mostCharts} data_visualization blocks allowed`
  return charts.length > mostCharts ? problem(pointer, 'too_many', message) : []
}

/** Characters in all texts of the blocks: every string under `text`, `title`, `label` and the like that people read. */
export function textLength(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + textLength(item), 0)
  if (!isRecord(value)) return 0
  return Object.entries(value).reduce(
    (sum, [key, item]) => sum + (key === 'text' && typeof item === 'string' ? item.length : textLength(item)),
    0,
  )
}
