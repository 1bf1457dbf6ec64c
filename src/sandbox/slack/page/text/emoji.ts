/** The shortcodes people and apps use most, without skin tones. */
const emoji: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '+1': '👍', thumbsup: '👍', '-1': '👎', thumbsdown: '👎', clap: '👏', wave: '👋', pray: '🙏', muscle: '💪',
    raised_hands: '🙌', ok_hand: '👌', point_right: '👉', point_up: '☝️', eyes: '👀', ear: '👂', brain: '🧠',
    smile: '😄', grinning: '😀', joy: '😂', wink: '😉', blush: '😊', thinking_face: '🤔', neutral_face: '😐',
    slightly_smiling_face: '🙂', slightly_frowning_face: '🙁', disappointed: '😞', cry: '😢', sob: '😭', rage: '😡',
    angry: '😠', scream: '😱', sweat_smile: '😅', sunglasses: '😎', heart_eyes: '😍', partying_face: '🥳',
    heart: '❤️', broken_heart: '💔', tada: '🎉', sparkles: '✨', star: '⭐', star2: '🌟', fire: '🔥', boom: '💥',
    rocket: '🚀', zap: '⚡', bulb: '💡', bell: '🔔', no_bell: '🔕', mega: '📣', loudspeaker: '📢', speaker: '🔈',
    mute: '🔇', white_check_mark: '✅', heavy_check_mark: '✔️', x: '❌', warning: '⚠️', no_entry: '⛔',
    no_entry_sign: '🚫', exclamation: '❗', question: '❓', information_source: 'ℹ️', stop_sign: '🛑', sos: '🆘',
    red_circle: '🔴', large_yellow_circle: '🟡', large_green_circle: '🟢', large_blue_circle: '🔵',
    white_circle: '⚪', large_orange_circle: '🟠', chart_with_upwards_trend: '📈', bar_chart: '📊',
    chart_with_downwards_trend: '📉', calendar: '📅', date: '📅', clock1: '🕐', hourglass: '⌛', alarm_clock: '⏰',
    stopwatch: '⏱️', mag: '🔍', link: '🔗', paperclip: '📎', pushpin: '📌', memo: '📝', clipboard: '📋',
    newspaper: '📰', email: '📧', inbox_tray: '📥', package: '📦', lock: '🔒', key: '🔑', gear: '⚙️', wrench: '🔧',
    bug: '🐛', robot_face: '🤖', ghost: '👻', coffee: '☕', beers: '🍻', earth_africa: '🌍', globe_with_meridians: '🌐',
    arrow_up: '⬆️', arrow_down: '⬇️', arrow_right: '➡️', arrow_left: '⬅️', small_red_triangle: '🔺',
    small_red_triangle_down: '🔻', arrows_counterclockwise: '🔄', repeat: '🔁', speech_balloon: '💬',
    'flag-de': '🇩🇪', de: '🇩🇪', 'flag-gb': '🇬🇧', gb: '🇬🇧', 'flag-us': '🇺🇸', us: '🇺🇸', 'flag-fr': '🇫🇷', fr: '🇫🇷',
    'flag-es': '🇪🇸', es: '🇪🇸', 'flag-pt': '🇵🇹', 'flag-jp': '🇯🇵', jp: '🇯🇵',
  }),
)

/** The character of a shortcode, such as `tada`. Undefined: not one of ours. */
export function emojiOf(name: string): string | undefined {
  return emoji.get(name)
}

/** Puts characters where `:shortcodes:` of plain text are known. */
export function withEmoji(text: string): string {
  return text.replace(/:([a-z0-9_+-]+):/g, (shortcode, name: string) => emojiOf(name) ?? shortcode)
}
