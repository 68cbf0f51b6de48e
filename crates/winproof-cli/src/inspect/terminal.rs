//! A walk through a saved search with the arrow keys.

use std::io::{self, Write};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::style::{Attribute, Print, SetAttribute};
use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, execute, queue, terminal};
use winproof::save::Header;
use winproof_session::Failure;
use winproof_session::walk::{View, Walk};

use super::text;

use crate::status::Status;

const HELP: &str = "up/down choose, right go there, left go back, b best child, i about, q quit";

/// Walks through the search until the user quits.
pub fn run(header: &Header, walk: &mut dyn Walk) -> Result<Status, Failure> {
    let trouble = |error: io::Error| Failure::Other(format!("cannot use the terminal: {error}"));
    let _screen = Screen::open().map_err(trouble)?;
    let mut browser = Browser::new(walk.view());
    loop {
        let drawing = walk.draw();
        draw(header, &browser, &drawing).map_err(trouble)?;
        if let Event::Key(key) = event::read().map_err(trouble)?
            && key.kind != KeyEventKind::Release
        {
            match Action::of(key) {
                Some(Action::Quit) => return Ok(Status::Done),
                Some(action) => browser.act(action, walk),
                None => {}
            }
        }
    }
}

/// The terminal in the state that a walk needs. It returns to normal when this value is dropped.
struct Screen;

impl Screen {
    fn open() -> io::Result<Screen> {
        terminal::enable_raw_mode()?;
        let screen = Screen;
        execute!(io::stdout(), EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // If the terminal is gone, there is nothing to restore.
        let _ = execute!(io::stdout(), cursor::Show, LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

/// The meaning of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// Choose the child so many places further down.
    Move(isize),
    First,
    Last,
    Enter,
    Back,
    Best,
    About,
    Quit,
}

/// Rows that a page key moves.
const PAGE: isize = 10;

impl Action {
    fn of(key: KeyEvent) -> Option<Action> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        Some(match key.code {
            KeyCode::Char('c') if control => Action::Quit,
            KeyCode::Char('q') | KeyCode::Esc => Action::Quit,
            KeyCode::Up | KeyCode::Char('k') => Action::Move(-1),
            KeyCode::Down | KeyCode::Char('j') => Action::Move(1),
            KeyCode::PageUp => Action::Move(-PAGE),
            KeyCode::PageDown => Action::Move(PAGE),
            KeyCode::Home => Action::First,
            KeyCode::End => Action::Last,
            KeyCode::Right | KeyCode::Enter | KeyCode::Char('l') => Action::Enter,
            KeyCode::Left | KeyCode::Backspace | KeyCode::Char('h') => Action::Back,
            KeyCode::Char('b') => Action::Best,
            KeyCode::Char('i') => Action::About,
            _ => return None,
        })
    }
}

/// What is on the screen.
struct Browser {
    view: View,
    chosen: usize,
    about: bool,
}

impl Browser {
    fn new(view: View) -> Browser {
        let chosen = best(&view).unwrap_or(0);
        Browser { view, chosen, about: false }
    }

    fn act(&mut self, action: Action, walk: &mut dyn Walk) {
        let last = self.view.children.len().saturating_sub(1);
        let about = self.about;
        self.about = false;
        match action {
            Action::Move(by) => self.chosen = self.chosen.saturating_add_signed(by).min(last),
            Action::First => self.chosen = 0,
            Action::Last => self.chosen = last,
            Action::Enter => {
                if let Some(child) = self.view.children.get(self.chosen) {
                    walk.descend(child.mv);
                    *self = Browser::new(walk.view());
                }
            }
            Action::Back => {
                if let Some(mv) = walk.ascend() {
                    *self = Browser::new(walk.view());
                    let from = self.view.children.iter().position(|child| child.mv == mv);
                    self.chosen = from.unwrap_or(self.chosen);
                }
            }
            Action::Best => {
                if let Some(best) = best(&self.view) {
                    self.chosen = best;
                    self.act(Action::Enter, walk);
                }
            }
            Action::About => self.about = !about,
            Action::Quit => {}
        }
    }
}

fn best(view: &View) -> Option<usize> {
    view.children.iter().position(|child| child.best)
}

fn draw(header: &Header, browser: &Browser, drawing: &str) -> io::Result<()> {
    let (width, height) = terminal::size()?;
    let (width, height) = (usize::from(width), usize::from(height));
    let mut out = io::stdout().lock();
    queue!(out, Clear(ClearType::All), cursor::MoveTo(0, 0))?;
    if browser.about {
        for line in text::summary(header).lines() {
            queue!(out, Print(cut(line, width)), Print("\r\n"))?;
        }
        return out.flush();
    }
    let (heading, rows) = text::children(&browser.view);
    let mut above: Vec<String> =
        text::here(&browser.view).trim_end().lines().map(|line| cut(line, width)).collect();
    // The board may contain colour codes and is not cut. On a small screen it is left out: the list matters
    // more.
    if above.len() + drawing.lines().count() + 8 <= height {
        above.push(String::new());
        above.extend(drawing.trim_end().lines().map(str::to_string));
    }
    above.push(String::new());
    above.push(cut(&heading, width));
    for line in &above {
        queue!(out, Print(line), Print("\r\n"))?;
    }
    let room = height.saturating_sub(above.len() + 2).max(1);
    let first = window(browser.chosen, rows.len(), room);
    for (index, row) in rows.iter().enumerate().skip(first).take(room) {
        let chosen = index == browser.chosen;
        if chosen {
            queue!(out, SetAttribute(Attribute::Reverse))?;
        }
        queue!(out, Print(cut(row, width)))?;
        queue!(out, SetAttribute(Attribute::Reset), Print("\r\n"))?;
    }
    if rows.is_empty() {
        queue!(out, Print("The game is over here.\r\n"))?;
    }
    queue!(out, cursor::MoveTo(0, height.saturating_sub(1) as u16), Print(cut(HELP, width)))?;
    out.flush()
}

/// Returns the first row to show, so that the chosen one is visible.
fn window(chosen: usize, rows: usize, room: usize) -> usize {
    chosen.saturating_sub(room / 2).min(rows.saturating_sub(room))
}

/// Cuts the text to the width of the terminal.
fn cut(text: &str, width: usize) -> String {
    text.chars().take(width).collect()
}

#[cfg(test)]
mod tests {
    use winproof::{Algorithm, Config, Limits, Silent, Solver};
    use winproof_games::Nim;
    use winproof_rules::{Notation, Player, Question};
    use winproof_session::walk::SolverWalk;

    use super::*;

    #[test]
    fn keys_lead_through_the_search() {
        let question = Question { attacker: Player::First, target: 1 };
        let root = Nim.parse("1,2").unwrap();
        let mut solver = Solver::new(&Nim, question, &Config::new(Algorithm::Pn));
        solver.solve_with(&root, &Limits::default(), &mut Silent);
        let mut walk = SolverWalk::new(&Nim, question, solver, root);
        let mut browser = Browser::new(walk.view());
        let mut press = |browser: &mut Browser, code| {
            let action = Action::of(KeyEvent::new(code, KeyModifiers::NONE)).unwrap();
            browser.act(action, &mut walk);
            (browser.view.line.len(), browser.chosen)
        };
        let best = browser.chosen;
        assert!(browser.view.children[best].proving);
        assert_eq!(press(&mut browser, KeyCode::Right).0, 1);
        assert_eq!(press(&mut browser, KeyCode::Left), (0, best));
        assert_eq!(press(&mut browser, KeyCode::Left), (0, best));
        let last = browser.view.children.len() - 1;
        assert_eq!(press(&mut browser, KeyCode::End), (0, last));
        assert_eq!(press(&mut browser, KeyCode::Down), (0, last));
        assert_eq!(press(&mut browser, KeyCode::PageUp), (0, 0));
        assert_eq!(press(&mut browser, KeyCode::Char('b')).0, 1);
        while !browser.view.children.is_empty() {
            press(&mut browser, KeyCode::Enter);
        }
        let depth = browser.view.line.len();
        assert_eq!(press(&mut browser, KeyCode::Enter).0, depth, "the game is over here");
        press(&mut browser, KeyCode::Char('i'));
        assert!(browser.about);
        press(&mut browser, KeyCode::Char('i'));
        assert!(!browser.about);
    }

    #[test]
    fn the_chosen_row_is_always_on_the_screen() {
        for rows in 1..30 {
            for room in 1..12 {
                for chosen in 0..rows {
                    let first = window(chosen, rows, room);
                    assert!((first..first + room).contains(&chosen) && first < rows);
                }
            }
        }
    }
}
