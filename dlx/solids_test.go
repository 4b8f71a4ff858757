package dlx_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// voxel is a cell of a solid. For a stone of a draughtboard, z is its colour.
type voxel struct{ r, c, z int }

// solid reads layers of rows of '#', parted by '|' and '/'.
func solid(drawing string) []voxel {
	var voxels []voxel
	for z, layer := range strings.Split(drawing, "|") {
		for r, row := range strings.Split(layer, "/") {
			for c, mark := range row {
				if mark == '#' {
					voxels = append(voxels, voxel{r, c, z})
				}
			}
		}
	}
	return voxels
}

// moved returns the different solids that the moves, applied again and again,
// make of one, each pushed into the corner.
func moved(voxels []voxel, moves ...func(voxel) voxel) [][]voxel {
	all := [][]voxel{cornered(voxels)}
	for at := 0; at < len(all); at++ {
		for _, move := range moves {
			next := make([]voxel, len(voxels))
			for k, q := range all[at] {
				next[k] = move(q)
			}
			next = cornered(next)
			if !slices.ContainsFunc(all, func(o []voxel) bool { return slices.Equal(o, next) }) {
				all = append(all, next)
			}
		}
	}
	return all
}

func cornered(voxels []voxel) []voxel {
	low := voxels[0]
	for _, q := range voxels {
		low = voxel{min(low.r, q.r), min(low.c, q.c), min(low.z, q.z)}
	}
	pushed := make([]voxel, len(voxels))
	for k, q := range voxels {
		pushed[k] = voxel{q.r - low.r, q.c - low.c, q.z - low.z}
	}
	slices.SortFunc(pushed, func(a, b voxel) int {
		return cmp.Or(cmp.Compare(a.r, b.r), cmp.Compare(a.c, b.c), cmp.Compare(a.z, b.z))
	})
	return pushed
}

// The moves: quarter turns in two planes, and turning over.
func spin(q voxel) voxel { return voxel{q.c, -q.r, q.z} }
func roll(q voxel) voxel { return voxel{q.r, q.z, -q.c} }
func flip(q voxel) voxel { return voxel{q.r, -q.c, q.z} }

// soma packs the seven pieces of the Soma cube, which may be turned in space.
func soma() string {
	var items, options strings.Builder
	for k := range 27 {
		fmt.Fprintf(&items, "x%d%d%d ", k/9, k/3%3, k%3)
	}
	for name, piece := range []string{
		"##/#", "###/#", "###/.#", "##/.##", "##/#|./#", "##/#|.#", "##/#|#",
	} {
		fmt.Fprintf(&items, "%d ", name)
		for _, voxels := range moved(solid(piece), spin, roll) {
			for k := range 27 {
				option := fmt.Sprintf("\n%d", name)
				fits := true
				for _, q := range voxels {
					r, c, z := q.r+k/9, q.c+k/3%3, q.z+k%3
					fits = fits && r < 3 && c < 3 && z < 3
					option += fmt.Sprintf(" x%d%d%d", r, c, z)
				}
				if fits {
					options.WriteString(option)
				}
			}
		}
	}
	return items.String() + options.String()
}

// draughtboard covers a chequered board with twelve chequered stones, which may
// be turned and turned over; the upper left corner is black.
func draughtboard() string {
	var items, options strings.Builder
	for k := range 64 {
		fmt.Fprintf(&items, "%c%c ", 'a'+k/8, 'a'+k%8)
	}
	white := strings.NewReplacer("B", ".", "W", "#")
	black := strings.NewReplacer("W", ".", "B", "#")
	for name, stone := range []string{
		"B/WBW/..B", "WBWB/.W", ".WB/WBWB/.WB", "BW/.BWB", "BWBW/W", "WBWB/B",
		"BW/.B/.W", "WBW/BW/W", "BWBW/.B", "WB/.WBW", "BWBW/.BW", "B/WBW/..B",
	} {
		fmt.Fprintf(&items, "%d ", name)
		for _, voxels := range moved(solid(black.Replace(stone)+"|"+white.Replace(stone)), spin, flip) {
			for k := range 64 {
				option := fmt.Sprintf("\n%d", name)
				fits := true
				for _, q := range voxels {
					r, c := q.r+k/8, q.c+k%8
					fits = fits && r < 8 && c < 8 && (r+c)%2 == q.z
					option += fmt.Sprintf(" %c%c", 'a'+r, 'a'+c)
				}
				if fits {
					options.WriteString(option)
				}
			}
		}
	}
	return items.String() + options.String()
}
