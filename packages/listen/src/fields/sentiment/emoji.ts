/** Written by hand for this project. */
const degrees: Record<number, string> = {
  3: '😍 🥰 ❤ ♥ 💕 💖 💗 💓 💞 💘 💝 😻 🤩 🥳 🏆 💯 🎉 🎊 💜 💙 💚 🧡 💛 🖤 🤍 💟',
  2: '😊 😀 😃 😄 😁 ☺ 🙂 😇 😘 😗 😙 😚 😋 🤗 😎 👍 👏 🙌 💪 🙏 👌 🤝 ✨ 🌟 ⭐ 🌞 ☀ 🌈 🌸 🌹 🌺 🌷 💐 🎈 🎁 🥂 🍾 🍻 🎂 💋 😌 🤟 🔥 👑 💃 🕺 ✌ 🍀 💫 😸 😺 🥇 👼 💏 💑',
  1: '😂 🤣 😆 😅 😉 😏 😜 😝 😛 🤪 ✅ ☕ 🎶 🎵 ⚽ 🙈 🙊 🚀 📈 😹 🆒 🤓',
  [-1]: '😐 😑 😕 🤔 🙄 😬 😪 😴 🥱 😶 🤷 🤦 😯 😮 😦 😧 ❓ ⚠ 📉 🆘 😷 🤒 🤕 🥺 😥 😓 😰',
  [-2]: '😒 😞 😔 😟 🙁 ☹ 😣 😖 😫 😩 😢 😭 😤 😿 😾 👎 💔 😨 😱 🚫 ❌ 😳 🤥 💀 ☠ 🐍 🤡',
  [-3]: '😡 😠 🤬 🤮 🤢 💩 🖕 👿 😈',
}

export const emojiDegrees = new Map(
  Object.entries(degrees).flatMap(([degree, list]) =>
    list.split(' ').map((emoji): [string, number] => [emoji, Number(degree)]),
  ),
)

/** `:)`, `;-D`, `<3`, `xD` and the like. */
export const glad = /(?:[:;=8x][-'^o]?[)\]dp*>3]+(?![\p{L}\d])|<3+|\(-?[:;=]|\^[_.]?\^)/giu
export const sad =
  /(?:[:;=][-'´o]?[([{|/\\](?!\/)|:'[-]?\(|\)-?[:;=]|[:;=]-?s(?![\p{L}])|-[_.]+-|<\/3|d:(?!\w)|>[.:]?<)/giu
