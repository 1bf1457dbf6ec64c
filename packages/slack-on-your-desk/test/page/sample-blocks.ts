/** Blocks of every type, as a bot could post them. */
import type { KnownBlock } from '@slack/types'

const plain = (text: string) => ({ type: 'plain_text' as const, text })

/** An option whose value is its text in lower case. */
export const option = (text: string) => ({ text: plain(text), value: text.toLowerCase() })

/** A mention's card with its button and its overflow menu. */
export function card(note: string, button: 'claim' | 'done'): KnownBlock[] {
  return [
    {
      type: 'context',
      elements: [
        plain('👎 Negative · Reddit · 48.2k reach · 🇺🇸 EN'),
        { type: 'mrkdwn', text: '<!date^1795183320^{date_short_pretty} at {time}|2026-11-20 14:02 UTC>' },
        ...(note ? [plain(note)] : []),
      ],
    },
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            {
              type: 'link',
              url: 'https://www.reddit.com/r/acme/comments/1/logged_out',
              text: 'Acme app logs me out after the update',
              style: { bold: true },
            },
            { type: 'text', text: '\n…third time ' },
            { type: 'text', text: 'Acme', style: { bold: true } },
            { type: 'text', text: ' signs me out since the update, and nobody there answers… · ' },
            { type: 'link', url: 'https://reddit.com/user/kim', text: 'Kim Lee' },
          ],
        },
      ],
    },
    {
      type: 'actions',
      elements: [
        button === 'claim'
          ? { type: 'button', action_id: 'claim', text: plain('Claim'), value: '1' }
          : { type: 'button', action_id: 'done', text: plain('Done'), value: '1', style: 'primary' },
        {
          type: 'overflow',
          action_id: 'more',
          options: ['Mute author…', 'Mute site…', 'Not relevant', 'Why this?'].map(option),
        },
      ],
    },
  ]
}

const days = ['14 Nov', '15 Nov', '16 Nov', '17 Nov', '18 Nov', '19 Nov', '20 Nov']
const series = (name: string, values: number[]) => ({
  name,
  data: values.map((value, at) => ({ label: days[at] ?? '', value })),
})
const threeSeries = [
  series('Mentions', [32, 41, 38, 96, 72, 55, 49]),
  series('Negative', [6, 9, 7, 41, 30, 14, 9]),
  series('Positive', [11, 12, 9, 14, 12, 15, 16]),
]

/** A chart block, which the SDK's types do not know yet. */
function chart(type: 'line' | 'bar' | 'area', title: string) {
  const axis_config = { categories: days }
  return { type: 'data_visualization' as const, title, chart: { type, series: threeSeries, axis_config } }
}

const pie = {
  type: 'data_visualization' as const,
  title: 'By source',
  chart: {
    type: 'pie',
    segments: [
      { label: 'Reddit', value: 527 },
      { label: 'Web', value: 282 },
      { label: 'News', value: 91 },
    ],
  },
}

/** An answer to `/mentions-stats`. */
export const chartBlocks = [
  { type: 'header' as const, text: plain('Acme brand, last 7 days') },
  {
    type: 'section' as const,
    text: {
      type: 'mrkdwn' as const,
      text: '*1,284 mentions* ▲ 18 % · *9.4M reach* ▼ 3 %\n👎 *214* (17 %, ▲ 5 points) · 👍 402 · neutral 668\nMentions `▁▂▂▃▂▁▁▂▃▅▇█▅▃▂` peak 96, 17 Nov',
    },
  },
  chart('line', 'Mentions a day'),
  pie,
]

/** The elements that the other samples do not have. */
export const everyElement: KnownBlock[] = [
  { type: 'header', text: plain('Everything else') },
  {
    type: 'section',
    text: {
      type: 'mrkdwn',
      text: '_Italic_, ~struck~, <https://example.com|a link>, <@U0000000BEN>, <#C000GENERAL> and <!here>\n&gt; quoted',
    },
    accessory: {
      type: 'button',
      action_id: 'mute',
      text: plain('Mute'),
      style: 'danger',
      confirm: {
        title: plain('Mute this author?'),
        text: plain('Nothing of theirs is posted any more.'),
        confirm: plain('Mute'),
        deny: plain('Keep'),
        style: 'danger',
      },
    },
  },
  {
    type: 'section',
    fields: ['*Sources*\nReddit, web', '*Languages*\nEnglish', '*Reach*\n1,000 or more', '*Burst*\n5'].map(
      (text) => ({ type: 'mrkdwn', text }),
    ),
  },
  { type: 'divider' },
  {
    type: 'actions',
    elements: [
      {
        type: 'static_select',
        action_id: 'range',
        placeholder: plain('Range'),
        options: ['Week', 'Month'].map(option),
      },
      { type: 'datepicker', action_id: 'day', initial_date: '2026-11-20' },
      {
        type: 'button',
        action_id: 'open',
        text: plain('Open'),
        style: 'primary',
        url: 'https://example.com',
      },
    ],
  },
  { type: 'image', image_url: 'https://pictures.example/a.png', alt_text: 'A cat on a keyboard' },
  {
    type: 'rich_text',
    elements: [
      { type: 'rich_text_quote', elements: [{ type: 'text', text: 'Never again.' }] },
      {
        type: 'rich_text_preformatted',
        elements: [{ type: 'text', text: 'GET /mentions?since_id=42' }],
        border: 0,
      },
    ],
  },
  {
    type: 'carousel',
    elements: ['First', 'Second'].map((name) => ({
      type: 'card',
      title: { type: 'mrkdwn', text: `${name} card` },
      subtitle: { type: 'mrkdwn', text: 'One of two' },
      body: { type: 'mrkdwn', text: 'A card with *words*' },
      actions: [{ type: 'button', action_id: `take-${name}`, text: plain(`Take ${name}`) }],
    })),
  },
  {
    type: 'container',
    title: plain('Two blocks'),
    subtitle: plain('In a container'),
    is_collapsible: true,
    child_blocks: [
      { type: 'section', text: plain('Inside') },
      { type: 'context', elements: [plain('Small print')] },
    ],
  },
  { type: 'markdown', text: '# A heading' },
  {
    type: 'plan',
    title: 'Research',
    tasks: [{ type: 'task_card', task_id: '1', title: 'Read the sources', status: 'complete' }],
  },
]

export const homeBlocks: KnownBlock[] = [
  { type: 'header', text: plain('Your alerts') },
  {
    type: 'section',
    text: { type: 'mrkdwn', text: '*Acme brand* → #general\nabout 9 a day, next look 14:04' },
    accessory: { type: 'button', action_id: 'pause', text: plain('Pause') },
  },
  { type: 'divider' },
  { type: 'context', elements: [{ type: 'mrkdwn', text: 'Nothing is stopped.' }] },
]
