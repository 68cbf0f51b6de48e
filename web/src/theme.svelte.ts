// Light or dark: follows the system until the user chooses.

type Theme = 'light' | 'dark';

const KEY = 'winproof-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

function stored(): Theme | null {
  const value = localStorage.getItem(KEY);
  return value === 'light' || value === 'dark' ? value : null;
}

function wanted(): Theme {
  return stored() ?? (system.matches ? 'dark' : 'light');
}

export const theme = $state<{ now: Theme }>({ now: wanted() });

/** Puts the theme on the page, and follows the system until the user chooses. */
export function showTheme(): void {
  document.documentElement.dataset.theme = theme.now;
  system.addEventListener('change', () => {
    theme.now = wanted();
    document.documentElement.dataset.theme = theme.now;
  });
}

export function switchTheme(): void {
  theme.now = theme.now === 'dark' ? 'light' : 'dark';
  localStorage.setItem(KEY, theme.now);
  document.documentElement.dataset.theme = theme.now;
}
