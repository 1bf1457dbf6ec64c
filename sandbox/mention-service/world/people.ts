/** Someone who writes, as the service would guess them. */
export type Person = { name: string; gender?: 'female' | 'male' }

function people(female: string, male: string): Person[] {
  const of = (names: string, gender: 'female' | 'male'): Person[] =>
    names.split(', ').map((name) => ({ name, gender }))
  return [...of(female, 'female'), ...of(male, 'male')]
}

const english = people(
  'Kim Lee, Priya Raman, Hannah Doyle, Grace Okafor, Molly Brennan, Zoe Whitfield, Dana Kowalski',
  'Tom Ashdown, Marcus Reid, Owen Pritchard, Jamal Carter, Eli Rosen, Callum Fraser, Ravi Menon',
)

const byLanguage: Record<string, Person[]> = {
  en: english,
  de: people('Jana Brandt, Silke Köhler, Aylin Demir', 'Jörg Weißmann, Lukas Huber, Matthias Öztürk'),
  fr: people('Élodie Marchand, Inès Lefèvre', 'Théo Girard, Benoît Caron'),
  es: people('Lucía Navarro, Marta Ibáñez', 'Íñigo Salas, Diego Peña'),
  pt: people('Beatriz Moura, Luísa Antunes', 'João Esteves, Caio Ribeiro'),
  ja: people('佐藤 美咲, 高橋 由美', '田中 健, 鈴木 大輔'),
  ko: people('김서연, 이지은', '박민준, 최우진'),
  zh: people('王芳, 李娜', '张伟, 刘洋'),
  hi: people('अनन्या शर्मा, दिव्या जोशी', 'रोहित वर्मा, अर्जुन पटेल'),
  ar: people('ليلى حداد, نور الخطيب', 'عمر منصور, سامي ناصر'),
  he: people('נועה כהן, מאיה לוי', 'יונתן ברק, איתי שלו'),
}

/** Who writes in a language; English names where it is not known. */
export function peopleOf(language: string): Person[] {
  return byLanguage[language] ?? english
}
