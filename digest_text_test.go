package crosscut_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/dlx"
	"crosscut/human"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// Values with a name are written by their name and read back.
func TestNamedValuesGoThroughJSON(t *testing.T) {
	digest, err := crosscut.ParseDigest("0123456789abcdef0123456789abcdef")
	require.NoError(t, err)
	type record struct {
		Digest    crosscut.Digest
		Core      dlx.Core
		Level     human.Level
		Format    sat.ProofFormat
		Technique map[human.Level]string
	}
	want := record{digest, dlx.Ahead, human.Hard, sat.LRAT, map[human.Level]string{human.Easy: "x"}}
	text, err := json.Marshal(want)
	require.NoError(t, err)
	assert.JSONEq(t, `{"Digest":"0123456789abcdef0123456789abcdef","Core":"ahead","Level":"hard","Format":"lrat","Technique":{"easy":"x"}}`, string(text))
	var got record
	require.NoError(t, json.Unmarshal(text, &got))
	assert.Equal(t, want, got)
	for _, bad := range []string{`{"Digest":"x"}`, `{"Core":"x"}`, `{"Level":"x"}`, `{"Format":"x"}`} {
		assert.Error(t, json.Unmarshal([]byte(bad), new(record)), bad)
	}
	_, err = json.Marshal(dlx.Core(99))
	require.Error(t, err)
	_, err = json.Marshal(human.Level(99))
	require.Error(t, err)
	_, err = json.Marshal(sat.ProofFormat(99))
	require.Error(t, err)
}

func TestNamedValuesHaveStrings(t *testing.T) {
	assert.Equal(t, "placed dead end found", meter.Placed.String()+" "+meter.DeadEnd.String()+" "+meter.Found.String())
	assert.Equal(t, "step 7", meter.StepKind(7).String())
	assert.Equal(t, "drat lrat", sat.DRAT.String()+" "+sat.LRAT.String())
	assert.Equal(t, "format 7", sat.ProofFormat(7).String())
	assert.Equal(t, "BWX", puzzle.Black.String()+puzzle.White.String()+puzzle.AnyColour.String())
}
