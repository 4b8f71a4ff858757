"use strict";
(() => {
  const puzzle = JSON.parse(document.getElementById("puzzle").textContent);
  const board = document.getElementById("board");
  const palette = document.getElementById("palette");
  const said = document.getElementById("said");
  const stones = puzzle.family === "draughtboard";
  const count = puzzle.cells.length;
  const values = puzzle.cells.map(cell => cell.clue);
  const isClue = cell => puzzle.cells[cell].clue !== null;
  const at = new Map(puzzle.cells.map((cell, i) => [cell.row + "," + cell.col, i]));
  const store = "crosscut:" + puzzle.link;
  const buttons = [];
  let focused = 0, picked = null, typed = "";

  const nameOf = value => value === null ? "" : stones ? puzzle.names[value - 1] : String(value);
  const cellName = cell => "row " + (puzzle.cells[cell].row + 1) + ", column " + (puzzle.cells[cell].col + 1);
  const choices = () => {
    if (stones) return puzzle.names.map((_, i) => i + 1);
    const all = [];
    for (let k = puzzle.low; k <= puzzle.high; k++) if (!values.includes(k)) all.push(k);
    return all;
  };

  function showCell(cell) {
    const text = nameOf(values[cell]);
    const { row, col } = puzzle.cells[cell];
    const label = document.createElement("small");
    label.textContent = puzzle.labels[row * puzzle.width + col];
    buttons[cell].replaceChildren(label, text);
    buttons[cell].setAttribute("aria-label", cellName(cell) + (text ? ": " + text : ": open") + (isClue(cell) ? ", given" : ""));
  }
  function showPalette() {
    const rest = choices();
    if (picked !== null && !rest.includes(picked)) picked = null;
    palette.replaceChildren(...rest.map(value => {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-pressed", String(value === picked));
      if (stones) {
        button.append(nameOf(value), draw(puzzle.stones[value - 1].drawing));
        button.setAttribute("aria-label", "stone " + nameOf(value) + ", rows " + puzzle.stones[value - 1].drawing.join(", "));
      } else {
        button.textContent = nameOf(value);
      }
      button.addEventListener("click", () => { picked = picked === value ? null : value; showPalette(); });
      return button;
    }));
  }
  // A row of a stone has B, W, X for its cells and _ for no cell.
  function draw(rows) {
    const stone = document.createElement("span");
    stone.className = "stone";
    for (const row of rows) {
      const line = document.createElement("span");
      line.className = "line";
      for (const char of row) {
        const tile = document.createElement("span");
        tile.className = "tile " + (char === "_" ? "none" : char);
        line.append(tile);
      }
      stone.append(line);
    }
    return stone;
  }
  function clearMarks() {
    for (const button of buttons) button.classList.remove("wrong");
    said.textContent = "";
  }
  function put(cell, value) {
    if (isClue(cell) || values[cell] === value) return;
    if (!stones && value !== null && values.includes(value)) {
      const other = values.indexOf(value);
      if (isClue(other)) { said.textContent = value + " is given on " + cellName(other); return; }
      values[other] = null;
      showCell(other);
    }
    values[cell] = value;
    showCell(cell);
    clearMarks();
    showPalette();
    save();
  }
  function save() { try { localStorage.setItem(store, JSON.stringify(values)); } catch { /* the page works without it */ } }
  function load() {
    try {
      const saved = JSON.parse(localStorage.getItem(store));
      const allowed = value => value === null || Number.isInteger(value) && value >= puzzle.low && value <= puzzle.high;
      if (!Array.isArray(saved) || saved.length !== count || !saved.every(allowed)) return;
      saved.forEach((value, cell) => { if (!isClue(cell)) values[cell] = value; });
    } catch { /* nothing was saved */ }
  }

  function focus(cell) {
    buttons[focused].tabIndex = -1;
    focused = cell;
    typed = "";
    buttons[cell].tabIndex = 0;
    buttons[cell].focus();
  }
  function move(rows, cols) {
    let { row, col } = puzzle.cells[focused];
    for (;;) {
      row += rows;
      col += cols;
      if (row < 0 || row >= puzzle.height || col < 0 || col >= puzzle.width) return;
      if (at.has(row + "," + col)) return focus(at.get(row + "," + col));
    }
  }
  function next(value) {
    const rest = choices();
    return rest.find(k => k > value) ?? null;
  }
  function click(cell) {
    focus(cell);
    if (isClue(cell)) {
      if (!stones) picked = next(values[cell]);
      return showPalette();
    }
    if (values[cell] !== null && (picked === null || stones && values[cell] === picked)) {
      const old = values[cell];
      put(cell, null);
      if (!stones) picked = old;
      return showPalette();
    }
    if (picked === null) return;
    const value = picked;
    put(cell, value);
    if (puzzle.family === "hidoku") picked = next(value);
    showPalette();
  }
  function type(char) {
    if (isClue(focused)) return;
    typed += char.toUpperCase();
    let value = null;
    const find = text => stones ? puzzle.names.indexOf(text) + 1 || null : /^-?\d+$/.test(text) ? Number(text) : null;
    value = find(typed);
    if (value === null || value > puzzle.high) { typed = char.toUpperCase(); value = find(typed); }
    if (value !== null && value >= puzzle.low && value <= puzzle.high) put(focused, value);
  }
  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (moves[event.key]) move(...moves[event.key]);
    else if (event.key === "Home") focus(0);
    else if (event.key === "End") focus(count - 1);
    else if (event.key === "Backspace" || event.key === "Delete") { typed = ""; put(focused, null); }
    else if (event.key === "Enter" || event.key === " ") click(focused);
    else if (/^[0-9-]$/.test(event.key) && !stones || /^[A-Za-z]$/.test(event.key) && stones) type(event.key);
    else return;
    event.preventDefault();
  }

  // A check returns what is wrong in words, and the cells that it is about.
  function checkNumbers() {
    const open = values.flatMap((value, cell) => value === null ? [cell] : []);
    const where = new Map(values.map((value, cell) => [value, cell]));
    if (puzzle.family === "hidoku") {
      for (let k = puzzle.low; k < puzzle.high; k++) {
        const a = where.get(k), b = where.get(k + 1);
        if (a !== undefined && b !== undefined && !puzzle.cells[a].touches.includes(b))
          return [k + " and " + (k + 1) + " do not touch", [a, b]];
      }
    }
    for (const line of puzzle.lines) {
      if (line.every(cell => values[cell] !== null) && line.reduce((sum, cell) => sum + values[cell], 0) !== puzzle.sum)
        return ["this line does not have the sum " + puzzle.sum, line];
    }
    return open.length ? [open.length + " open", []] : null;
  }
  function checkStones() {
    const cellsOf = puzzle.names.map(() => []);
    values.forEach((value, cell) => { if (value !== null) cellsOf[value - 1].push(cell); });
    let colours = puzzle.corners;
    for (let i = 0; i < cellsOf.length; i++) {
      const cells = cellsOf[i];
      if (cells.length < puzzle.stones[i].size) continue;
      const top = Math.min(...cells.map(c => puzzle.cells[c].row)), left = Math.min(...cells.map(c => puzzle.cells[c].col));
      const fits = corner => puzzle.stones[i].versions.includes(cells.map(c => {
        const { row, col } = puzzle.cells[c];
        return [row - top, col - left, (row + col) % 2 === 0 ? corner : "BWB"["BW".indexOf(corner) + 1]];
      }).map(cell => cell[0] + "." + cell[1] + cell[2]).sort().join(" "));
      const anyColour = colours.filter(fits);
      if (!anyColour.length) return ["stone " + puzzle.names[i] + " does not have its shape or its colours here", cells];
      colours = anyColour;
    }
    const open = values.filter(value => value === null).length;
    return open ? [open + " open", []] : null;
  }
  function check() {
    clearMarks();
    const wrong = stones ? checkStones() : checkNumbers();
    if (!wrong) { said.textContent = "Solved!"; return; }
    said.textContent = wrong[1].length ? "Wrong: " + wrong[0] : "No mistake against the rules so far; " + wrong[0];
    for (const cell of wrong[1]) buttons[cell].classList.add("wrong");
  }

  load();
  let side = 2.6;
  if (puzzle.width > 14) side = 2;
  board.style.setProperty("--side", side + "rem");
  board.classList.toggle("hex", puzzle.moves === "hex");
  for (let row = 0; row < puzzle.height; row++) {
    const line = document.createElement("div");
    line.className = "row" + (puzzle.moves === "hex" && row % 2 ? " shifted" : "");
    line.setAttribute("role", "row");
    for (let col = 0; col < puzzle.width; col++) {
      const cell = at.get(row + "," + col);
      const button = document.createElement(cell === undefined ? "span" : "button");
      button.className = cell === undefined ? "hole" : "cell";
      if (cell === undefined) {
        const label = document.createElement("small");
        label.textContent = puzzle.labels[row * puzzle.width + col];
        button.append(label);
      } else {
        button.type = "button";
        button.setAttribute("role", "gridcell");
        button.tabIndex = cell === 0 ? 0 : -1;
        button.classList.toggle("clue", isClue(cell));
        button.classList.toggle("black", stones && puzzle.corners.length === 1 && ((row + col) % 2 === 0) === (puzzle.corners[0] === "B"));
        button.addEventListener("click", () => click(cell));
        button.addEventListener("keydown", key);
        buttons[cell] = button;
        showCell(cell);
      }
      line.append(button);
    }
    board.append(line);
  }
  showPalette();
  document.getElementById("check").addEventListener("click", check);
  document.getElementById("reset").addEventListener("click", () => {
    values.forEach((_, cell) => { values[cell] = puzzle.cells[cell].clue; showCell(cell); });
    picked = null;
    clearMarks();
    showPalette();
    save();
  });
  const solution = document.getElementById("solution");
  solution.hidden = !puzzle.hidden;
  solution.addEventListener("click", () => {
    JSON.parse(atob(puzzle.hidden)).forEach((value, cell) => { values[cell] = value; showCell(cell); });
    clearMarks();
    showPalette();
  });
  document.documentElement.dataset.ready = "yes";
})();
