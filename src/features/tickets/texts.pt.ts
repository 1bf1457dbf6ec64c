export const pt = {
  menu: 'Vincular ticket…',
  hint: 'O cartão, a lista de menções abertas, o resumo e a exportação passam a mostrar o ticket.',
  linked: 'Vinculado por {person}. Limpe o campo para desvincular o ticket.',
  label: 'Endereço do ticket',
  notAnAddress: 'Isto não é um endereço da web. Cole o endereço completo do ticket, com https:// no início.',
  hasPassword: 'Deixe de fora o nome de usuário e a senha: todo mundo no canal pode lê-los.',
  tooLong: 'Este endereço é longo demais: no máximo {most, number} caracteres.',
  ofMention: 'Este é o endereço da menção. Cole o endereço do ticket.',
  changedSince:
    '{person} vinculou outro ticket enquanto este formulário estava aberto. Abra-o de novo para substituir esse ticket.',
} as const
